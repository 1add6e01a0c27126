# What the scripts below tests/ share: they source it, at the top of the project, with a file $log
# to write to.

have() { command -v "$1" >/dev/null; }

# Installs Debian packages, if this machine can.
apt_install() {
    have apt-get || return 1
    local as_root=()
    if [[ $EUID -ne 0 ]]; then
        have sudo && sudo -n true 2>/dev/null || return 1
        as_root=(sudo -n)
    fi
    echo "installing $*"
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
        apt-get install --yes --no-install-recommends "$@" &>"$log" </dev/null && return
    "${as_root[@]}" apt-get update &>"$log" </dev/null
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
        apt-get install --yes --no-install-recommends "$@" &>"$log" </dev/null && return
    tail -n 3 "$log"
    return 1
}

# Installs a part of Rust; without rustup there is none to install.
component() {
    have rustup && rustup component add "$1" &>"$log" </dev/null
}

# Makes `bare_cargo COMMAND --target T` possible, which builds in $bare_output: with rustup's
# target, or else with the sources of the standard library as Debian has them.
add_target() {
    bare_output=${CARGO_TARGET_DIR:-target}
    bare_cargo() { cargo "$@"; }
    local sysroot
    sysroot=$(rustc --print sysroot)
    [[ -d $sysroot/lib/rustlib/$1/lib ]] && return
    have rustup && rustup target add "$1" &>"$log" </dev/null && return
    echo "rustup cannot add $1: building core from Debian's sources"
    local sources=/usr/lib/rustlib/src/rust/library/core
    [[ -x /usr/bin/rustc && -e $sources ]] || apt_install rustc-web rust-web-src || return
    bare_linker=$(find "$sysroot" -name rust-lld -type f | head -n 1)
    [[ -n $bare_linker ]] || have ld.lld || apt_install lld || return
    bare_linker=${bare_linker:-$(command -v ld.lld)}
    bare_output+=/build-std
    bare_cargo() {
        RUSTC=/usr/bin/rustc RUSTC_BOOTSTRAP=1 CARGO_TARGET_DIR=$bare_output \
            RUSTFLAGS="-C linker=$bare_linker" \
            cargo "$@" -Zbuild-std=core --ignore-rust-version
    }
}
