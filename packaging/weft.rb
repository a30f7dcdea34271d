# A formula for Homebrew that builds Weft from source. It has not been run: where it was written there
# is no Homebrew, and only `ruby -c packaging/weft.rb` was checked.
#
# There is no release to download yet, so it builds the branch main of the clone in which it lies:
#
#   brew install --HEAD --formula packaging/weft.rb
#
# A release would have a line `url` with the address of its archive, and a line `sha256`.
class Weft < Formula
  desc "Keep links with tags, and share them directly with friends"
  head "file://#{File.expand_path("..", __dir__)}", using: :git, branch: "main"

  depends_on xcode: ["26.4", :build]
  depends_on "pkgconf" => :build
  depends_on "libsodium"
  depends_on "libuv"
  depends_on "openssl@3"
  depends_on "sqlite"

  def install
    # Homebrew keeps these two apart from those that macOS has.
    %w[openssl@3 sqlite].each do |name|
      ENV.prepend_path "PKG_CONFIG_PATH", Formula[name].opt_lib/"pkgconfig"
    end
    system "swift", "build", "--disable-sandbox", "-c", "release", "--product", "weft"
    bin.install ".build/release/weft"
    generate_completions_from_executable(bin/"weft", "completion")
    system "packaging/manual", bin/"weft", "man1"
    man1.install Dir["man1/*.1"]
  end

  service do
    run [opt_bin/"weft", "up", "--foreground"]
    keep_alive crashed: true
    # What a crash writes into the log holds neither registers nor memory.
    environment_variables SWIFT_BACKTRACE: "registers=none,images=none,sanitize=yes,color=no"
  end

  test do
    ENV["WEFT_HOME"] = testpath
    system bin/"weft", "--no-input", "init", "--name", "Alice"
    assert_path_exists testpath/"data/weft.sqlite"
  end
end
