# Untried. refloader's pure part for Homebrew, from the release's wheel: lint, explain, rules and report on macOS.
# `brew update-python-resources refloader` adds a resource for each of click, Jinja2, MarkupSafe, msgspec and pyelftools.
class Refloader < Formula
  include Language::Python::Virtualenv

  desc "Conformance harness and reference implementation for the Vulkan loader interface"
  homepage "https://github.com/OWNER/refloader"
  url "https://github.com/OWNER/refloader/releases/download/v0.1.0/refloader-0.1.0-py3-none-any.whl",
      using: :nounzip
  sha256 "" # from the release's SHA256SUMS
  license "Apache-2.0"

  depends_on "python@3.13"

  def install
    venv = virtualenv_create(libexec, "python3.13")
    venv.pip_install resources
    venv.pip_install Dir["*.whl"].first
    bin.install_symlink libexec/"bin/refloader"
  end

  test do
    (testpath/"layer.json").write '{"file_format_version": "1.0.0", "layer": {"name": "VK_LAYER_ACME_bad"}}'
    assert_match "VK_LAYER_ACME_bad", shell_output("#{bin}/refloader lint layer.json", 1)
  end
end
