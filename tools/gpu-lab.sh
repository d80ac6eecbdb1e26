#!/usr/bin/env bash
# Judges the drivers and the loader of a GPU machine that has nothing but Python and a C compiler.
#
#   gpu-lab.sh --pack WHEELS [PYTHON_VERSION [DEBIAN_PACKAGE...]]
#       with a network: fills the folder WHEELS with refloader's source package, all it needs for that Python (3.12
#       unless given) and this script; of the Debian packages (say libegl1 libglvnd0) the libraries, in WHEELS/lib
#   gpu-lab.sh WHEELS OUT [--only drivers|loaders] [--driver PATH]... [OPTION OF "refloader conform"]...
#       without a network: installs refloader from WHEELS into a folder of its own, runs the driver suite on every
#       driver there is (or on those that are named) and the loader suite on the reference and on the machine's
#       loader, and leaves machine.txt, log.txt and the two reports in OUT/drivers and OUT/loaders
#       (results.ndjson, report.html, junit.xml, summary.txt)
#
# It changes nothing but OUT and a temporary folder. Drivers are looked for in the standard places, then wherever a
# folder vulkan/icd.d is below /usr, /etc and /opt, then by their libraries. WHEELS/lib is put on LD_LIBRARY_PATH.
# Exits like "refloader conform": 0 conformant, 1 findings (with --baseline: worse than that), 2 wrong usage, 3 could
# not run. PYTHON names another interpreter than python3.
set -euo pipefail

python=${PYTHON:-python3}
temporary=$(mktemp -d)
trap 'rm -rf "$temporary"' EXIT

die() {
  echo "gpu-lab.sh: $1" >&2
  exit "${2:-3}"
}

usage() {
  sed -n '2,/^set/{/^#/s/^# \{0,1\}//p}' "$0"
}

# ---- with a network

requirements() {
  "$python" - "$1" <<'PYTHON'
import sys, tomllib
with open(sys.argv[1], "rb") as file:
    project = tomllib.load(file)
parts = project["project"]
run = [each for each in parts["optional-dependencies"]["conform"] if not each.startswith("refloader-native")]
print(*project["build-system"]["requires"], *parts["dependencies"], *run, "cmake", "ninja", sep="\n")
PYTHON
}

pack() {
  local wheels=$1 version=${2:-3.12} source package
  shift $(($# < 2 ? $# : 2))
  source=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
  [ -f "$source/pyproject.toml" ] || die "--pack works in a checkout of refloader" 2
  mkdir -p "$wheels"
  "$python" -m venv "$temporary/venv"
  "$temporary/venv/bin/pip" install -q --disable-pip-version-check build
  "$temporary/venv/bin/python" -m build --sdist --outdir "$wheels" "$source" >/dev/null
  requirements "$source/pyproject.toml" >"$temporary/requirements"
  "$temporary/venv/bin/pip" download -q --disable-pip-version-check --dest "$wheels" --only-binary=:all: \
    --implementation cp --python-version "$version" \
    --platform manylinux_2_28_x86_64 --platform manylinux_2_17_x86_64 --platform manylinux2014_x86_64 \
    --platform manylinux_2_12_x86_64 --platform manylinux2010_x86_64 --platform manylinux1_x86_64 \
    -r "$temporary/requirements"
  for package in "$@"; do pack_libraries "$package" "$wheels"; done
  cp "${BASH_SOURCE[0]}" "$wheels/"
  echo "$wheels is complete: $(du -sh "$wheels" | cut -f 1), for Python $version"
}

pack_libraries() {
  local package=$1 wheels
  wheels=$(cd "$2" && pwd)
  (cd "$temporary" && apt-get download -qq "$package" && dpkg -x "$package"_*.deb "unpacked-$package")
  mkdir -p "$wheels/lib"
  find "$temporary/unpacked-$package" -name '*.so*' -exec cp -P {} "$wheels/lib/" \;
}

# ---- on the bare machine

install_refloader() {
  local wheels=$1 venv=$2
  echo "gpu-lab.sh: installing from $wheels"
  command -v "$python" >/dev/null || die "there is no $python: name another interpreter with PYTHON"
  "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || die "$python is older than Python 3.11"
  "$python" -m venv "$venv" || die "$python makes no virtual environment (Debian: python3-venv)"
  mkdir "$temporary/source"
  tar -xf "$wheels"/refloader-*.tar.gz -C "$temporary/source" --strip-components 1 2>/dev/null ||
    die "refloader could not be installed from $wheels: its source package is not there"
  "$venv/bin/pip" install -q --disable-pip-version-check --no-index --find-links "$wheels" \
    "$temporary/source/native" "$temporary/source[conform]" || die "refloader could not be installed from $wheels"
}

# One path per line. A manifest that a package has put elsewhere is of use to nobody, but to a GPU lab.
find_drivers() {
  local found
  found=$(find /usr/share/vulkan/icd.d /usr/local/share/vulkan/icd.d /etc/vulkan/icd.d /usr/local/etc/vulkan/icd.d \
    -maxdepth 1 -name '*.json' 2>/dev/null | sort || true)
  [ -n "$found" ] || found=$(find /usr /etc /opt -path '*/vulkan/icd.d/*.json' 2>/dev/null | sort || true)
  [ -n "$found" ] || found=$(ldconfig -p 2>/dev/null | sed -n 's/.* => \(.*\/lib\(GLX_nvidia\|vulkan_[a-z_]*\)\.so.*\)/\1/p' | sort -u)
  [ -z "$found" ] || echo "$found"
}

tell_machine() {
  uname -a
  sed -n 's/^PRETTY_NAME=//p' /etc/os-release 2>/dev/null || true
  "$python" --version || true
  lscpu 2>/dev/null | grep -E '^(Model name|CPU\(s\)):' || true
  nvidia-smi --query-gpu=name,driver_version,vbios_version --format=csv 2>/dev/null || true
  ls -l /dev/dri /dev/nvidia* /dev/kfd 2>/dev/null || true
}

# Drivers first and alone: what they take is measured. The options of drivers and loaders are kept apart.
judge() {
  local refloader=$1 out=$2 drivers=() loaders=() others=() only="" each worst=0 status=0
  shift 2
  while [ $# -gt 0 ]; do
    case $1 in
      --driver) drivers+=("$1" "${2:?--driver needs a path}") && shift ;;
      --only) only=$2 && shift ;;
      --loader) loaders+=("$1" "${2:?--loader needs a path}") && shift ;;
      *) others+=("$1") ;;
    esac
    shift
  done
  if [ ${#drivers[@]} = 0 ]; then
    while IFS= read -r each; do drivers+=(--driver "$each"); done < <(find_drivers)
  fi
  if [ ${#loaders[@]} = 0 ]; then
    loaders=(--loader reference)
    each=$(ldconfig -p 2>/dev/null | sed -n 's/.*libvulkan\.so\.1 .*=> //p' | head -n 1)
    [ -z "$each" ] || loaders+=(--loader "$each")
  fi
  if [ "$only" = loaders ]; then
    :
  elif [ ${#drivers[@]} = 0 ]; then
    echo "gpu-lab.sh: there is no driver on this machine: name one with --driver"
    worst=3
  else
    echo "gpu-lab.sh: judging drivers"
    "$refloader" conform "${drivers[@]}" "${others[@]}" --out "$out/drivers" || worst=$?
  fi
  if [ "$only" != drivers ]; then
    echo "gpu-lab.sh: judging loaders"
    "$refloader" conform "${loaders[@]}" "${others[@]}" --out "$out/loaders" || status=$?
  fi
  [ "$status" -le "$worst" ] || worst=$status
  return "$worst"
}

# What can be known to be wrong before anything is installed.
check_options() {
  while [ $# -gt 0 ]; do
    case $1 in
      --only) [[ ${2:-} = drivers || ${2:-} = loaders ]] || die "--only takes drivers or loaders" 2 ;;
      --driver) [ -e "${2:-}" ] || die "--driver: ${2:-nothing} does not exist" 2 ;;
    esac
    shift
  done
}

run() {
  local wheels=$1 out=$2 status=0
  shift 2
  [ -d "$wheels" ] || die "there is no folder $wheels" 2
  check_options "$@"
  mkdir -p "$out" || die "$out cannot be made"
  wheels=$(cd "$wheels" && pwd)
  tell_machine >"$out/machine.txt" 2>&1
  install_refloader "$wheels" "$temporary/venv"
  [ ! -d "$wheels/lib" ] || export LD_LIBRARY_PATH="$wheels/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
  judge "$temporary/venv/bin/refloader" "$out" "$@" 2>&1 | tee "$out/log.txt" || status=${PIPESTATUS[0]}
  return "$status"
}

case ${1:-} in
  -h | --help)
    usage
    exit 0
    ;;
  --pack) command=pack && shift ;;
  -*) command= ;;
  *) command=run ;;
esac
if [ -z "$command" ] || [ $# -lt "$([ "$command" = run ] && echo 2 || echo 1)" ]; then
  usage >&2
  exit 2
fi
"$command" "$@"
