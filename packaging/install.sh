#!/bin/sh
# Puts weft below /usr/local, or takes it away again.
#
#   ./install.sh [--prefix FOLDER]
#   ./install.sh [--prefix FOLDER] --remove
set -eu

here=$(cd "$(dirname "$0")" && pwd)
prefix=/usr/local
remove=no
fail() { echo "install.sh: $*" >&2; exit 1; }

while [ $# -gt 0 ]; do
    case $1 in
        --prefix) [ $# -gt 1 ] || fail "--prefix needs a folder"; prefix=$2; shift ;;
        --prefix=*) prefix=${1#*=} ;;
        --remove) remove=yes ;;
        -h | --help) sed -n '2,5s/^# \{0,1\}//p' "$0"; exit 0 ;;
        *) fail "unknown: $1; see ./install.sh --help" ;;
    esac
    shift
done

# Every file of the tree, without the folders: bin/weft, share/...
files() { cd "$here" && find bin share ! -type d; }

if [ "$remove" = yes ]; then
    files | while read -r file; do rm -f "$prefix/$file"; done
    echo "weft is gone from $prefix; what you keep in it stays"
    exit 0
fi

mkdir -p "$prefix" 2>/dev/null && [ -w "$prefix" ] \
    || fail "$prefix cannot be written; use sudo, or --prefix ~/.local"
prefix=$(cd "$prefix" && pwd)
files | while read -r file; do
    mkdir -p "$prefix/$(dirname "$file")"
    # Not written over: a node may be running from it.
    rm -f "$prefix/$file"
    cp -P "$here/$file" "$prefix/$file"
done
# The unit names the program by its whole path.
sed "s|/usr/bin/weft|$prefix/bin/weft|g" "$here/share/systemd/user/weft.service" \
    >"$prefix/share/systemd/user/weft.service"

missing=$(ldd "$prefix/bin/weft" 2>&1 | grep 'not found' || true)
[ -z "$missing" ] || fail "weft is installed, and does not run yet; README.md says what to install:
$missing"
echo "$("$prefix/bin/weft" --version) is in $prefix/bin/weft"
case :$PATH: in
    *:"$prefix/bin":*) ;;
    *) echo "put $prefix/bin into PATH" ;;
esac
