# Untried. refloader's pure part for Nix, from the release's wheel: nix-build -E 'with import <nixpkgs> {}; callPackage ./package.nix {}'
{ lib, python3Packages, fetchurl }:

python3Packages.buildPythonApplication rec {
  pname = "refloader";
  version = "0.1.0";
  format = "wheel";

  src = fetchurl {
    url = "https://github.com/OWNER/refloader/releases/download/v${version}/refloader-${version}-py3-none-any.whl";
    hash = lib.fakeHash; # from the release's SHA256SUMS
  };

  dependencies = with python3Packages; [ click jinja2 msgspec pyelftools ];

  meta = {
    description = "Conformance harness and reference implementation for the Vulkan loader interface";
    homepage = "https://github.com/OWNER/refloader";
    license = lib.licenses.asl20;
    mainProgram = "refloader";
  };
}
