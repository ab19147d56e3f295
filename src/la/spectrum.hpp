// Eigenvalues and eigenvectors of a small real matrix whose entries are known up to some noise.
//
// The eigenvalue zero is taken out first: motions that nothing holds have it twice with one eigenvector, which would
// come out as a pair of the size of a root of the noise. Null spaces are divided off one after the other (a staircase)
// until what is left is regular beyond noise:
//
//     U^T J U = [ N  B ]      N nilpotent,   F regular: its eigenvalues are those that are not zero
//               [ 0  F ]
#pragma once

#include <complex>
#include <vector>

#include "la/extended.hpp"

namespace rheon {

using ComplexMatrix = Eigen::Matrix<std::complex<Real>, Eigen::Dynamic, Eigen::Dynamic>;

struct Spectrum {
  int zeros = 0;                           ///< how often zero is an eigenvalue
  RealMatrix null;                         ///< its eigenvectors: J null = 0 up to noise; at most `zeros` columns
  std::vector<std::complex<Real>> values;  ///< the others; conjugates stand together
  ComplexMatrix vectors;                   ///< a column for each of `values`
  std::vector<Real> uncertainty;           ///< of `values`, to first order in the noise; inf where they are defective
};

/// `noise` is the size of the errors of the entries of J; `zero_noise` is the same and may be more careful: what it
/// explains is taken as zero.
Spectrum spectrum(const RealMatrix& J, const RealMatrix& noise, const RealMatrix& zero_noise);

/// Powers of two d such that rows and columns of diag(d)^-1 J diag(d) have about the same size.
RealVector balance(const RealMatrix& J);

}  // namespace rheon
