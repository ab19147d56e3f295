# The packages of Debian 12 that ./dev installs, by purpose: a group NAME is in packages_NAME.

packages_build=(build-essential cmake ninja-build ccache pkg-config libeigen3-dev libsuitesparse-dev libyaml-cpp-dev
  libhdf5-dev libfmt-dev libcli11-dev nlohmann-json3-dev zlib1g-dev)
packages_node=(nodejs npm) # build the report page; not looked for where another node and npm are there
packages_test=(libgtest-dev libgmock-dev python3 python3-h5py python3-numpy python3-jsonschema chromium fonts-dejavu-core)
packages_bench=(libbenchmark-dev python3)
packages_peers=(libsimbody-dev libmujoco-dev libsundials-dev)
packages_instructions=(valgrind)
packages_format=(clang-format)
packages_tidy=(clang-tidy)
packages_docs=(python3 doxygen)
packages_coverage=(gcovr)
packages_fuzz=(clang libclang-rt-14-dev)
packages_clang=(clang)
packages_arm64=(g++-aarch64-linux-gnu qemu-user)
packages_arm64_root=(libc6-dev libstdc++-12-dev libeigen3-dev libsuitesparse-dev libyaml-cpp-dev libhdf5-dev libfmt-dev
  nlohmann-json3-dev zlib1g-dev libgtest-dev libgmock-dev) # of that processor, in a folder of their own
