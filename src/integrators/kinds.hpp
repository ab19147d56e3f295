// One function an integrator; table.cpp puts them in order.
#pragma once

#include "rheon/integrators/kind.hpp"

namespace rheon {

IntegratorKind explicit_midpoint_kind();
IntegratorKind bogacki_shampine_kind();
IntegratorKind rk4_kind();
IntegratorKind kutta_merson_kind();
IntegratorKind dopri5_kind();
IntegratorKind dop853_kind();
IntegratorKind implicit_midpoint_kind();
IntegratorKind trapezoidal_kind();
IntegratorKind newmark_kind();
IntegratorKind hht_kind();
IntegratorKind generalised_alpha_kind();
IntegratorKind gauss4_kind();
IntegratorKind radau5_kind();

}  // namespace rheon
