#!/usr/bin/env bash
# Sets Anneal up in this clone and has a real model write a first program.
# Says what it installs and why, and asks before it installs system packages; --yes answers for you, --no-run leaves the
# last step out, --browser also installs Chromium (81 MB), which the tests of the web page use.
set -euo pipefail
cd "$(dirname "$0")/.."

yes=false
run=true
browser=false
for argument in "$@"; do
  case "$argument" in
    --yes | -y) yes=true ;;
    --no-run) run=false ;;
    --browser) browser=true ;;
    *)
      echo "usage: bash scripts/setup.sh [--yes] [--no-run] [--browser]" >&2
      exit 2
      ;;
  esac
done

say() { printf '\n== %s\n' "$*"; }
fail() {
  printf 'error: %s\nhint: %s\n' "$1" "$2" >&2
  exit 1
}
has() { command -v "$1" >/dev/null 2>&1; }

say "1/4 Node.js"
has node || fail "Node.js is not installed" "install Node.js 20.19 or newer: https://nodejs.org"
node -e 'const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 20 || (a === 20 && b >= 19) ? 0 : 1)' ||
  fail "Node.js $(node --version) is too old" "install Node.js 20.19 or newer: https://nodejs.org"
echo "node $(node --version), npm $(npm --version)"

say "2/4 System packages"
missing=()
look() { # package, command that succeeds when it is there, why
  if eval "$2" >/dev/null 2>&1; then
    echo "  found    $1"
  else
    echo "  missing  $1: $3"
    missing+=("$1")
  fi
}
look_for_all() {
  missing=()
  look bubblewrap "has bwrap" "the sandbox that candidate programs run in"
  look lua5.4 "has lua5.4 || lua -v | grep -q 'Lua 5\.4'" "runs Lua candidates"
  needed=${#missing[@]} # step 4 is left out without these
  look python3 "has python3" "runs Python candidates, and hosts the sandbox's fork server"
  look python3-pip "python3 -m pip --version" "fetches the embedded model's weights through your own pip configuration"
  look python3-pytest "python3 -m pytest --version" "tests only: what the throughput measurement compares with"
  look lua-busted "has busted" "tests only: what the throughput measurement compares with"
  look lua5.1 "has lua5.1" "runs candidates of the profiles lua51 and redis"
  look lua5.3 "has lua5.3" "runs candidates of the profile lua53"
  look luajit "has luajit" "runs candidates of the profiles luajit, openresty and neovim"
  look redis-server "has redis-server" "tests only: the profile redis is compared with a real server"
  if $browser; then look chromium "has chromium" "tests only: the web page is opened in it"; fi
}
look_for_all

if [ "${#missing[@]}" -gt 0 ]; then
  as_root=()
  if [ "$(id -u)" -ne 0 ]; then as_root=(sudo); fi
  install=("${as_root[@]}" apt-get install -y --no-install-recommends "${missing[@]}")
  answer=n
  if ! has apt-get; then
    echo "  this is not a Debian-like system; please install these yourself: ${missing[*]}"
  elif [ "$(id -u)" -ne 0 ] && ! has sudo; then
    echo "  you are not root and there is no sudo; as root: ${install[*]:1}"
  elif $yes; then
    answer=y
  elif [ -t 0 ]; then
    read -r -p "  install them now with: ${install[*]} ? [Y/n] " answer
    answer=${answer:-y}
  else
    echo "  nobody is there to be asked; to install them: bash scripts/setup.sh --yes, or: ${install[*]}"
  fi
  if [[ "$answer" == [Yy]* ]]; then
    # One broken list among many is no reason to stop: what is needed may still be there.
    "${as_root[@]}" apt-get update -qq || echo "  the package lists could not be brought up to date; going on with those that are there"
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive "${install[@]:${#as_root[@]}}" ||
      fail "the packages could not be installed" "as root: ${install[*]:${#as_root[@]}}, then: bash scripts/setup.sh"
    look_for_all >/dev/null
  fi
fi

say "3/4 Node packages and build (into node_modules/ and dist/, nothing is compiled)"
npm ci
node scripts/build.mjs --if-stale

say "4/4 The embedded model and a first program (weights are fetched once, into your cache folder)"
if ! $run; then
  echo "left out"
elif [ "$needed" -gt 0 ]; then
  fail "no program can be written without ${missing[*]:0:needed}" "install as said in step 2, then: bash scripts/setup.sh"
else
  # The small model by name: with none named, Anneal would take, and fetch, the best one that fits this machine.
  npx --no-install anneal run "Write a function that returns the factorial of n" -l lua --signature "function factorial(n)" \
    -b llama-cpp -m smollm2 -e "factorial(5) == 120" -e "factorial(0) == 1" -n 32
  echo
  echo "  Ten programs are kept for you already; a run verifies one when it needs it, or all at once: npx --no-install anneal skills verify"
fi
