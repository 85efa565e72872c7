// What the page calls: a frame of RGBA pixels in, the QR codes in it out. Nothing is imported from the page.
//
// The decoder is compiled without exceptions, and with its own bounds only: what would throw ends the instance
// (unreachable), and the page makes another one.

#include "ReadBarcode.h"
#include "Barcode.h"

#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

namespace {

constexpr int mostPixels = 1920 * 1920;
constexpr int mostCodes = 4;

std::vector<uint8_t> pixels;
int frameWidth = 0;
int frameHeight = 0;

// For each code: the number of its bytes, x and y of its corners from the top left one on, clockwise; its bytes.
std::vector<uint8_t> found;

void append(int32_t value)
{
	uint8_t bytes[4];
	std::memcpy(bytes, &value, 4);
	found.insert(found.end(), bytes, bytes + 4);
}

} // namespace

#define EXPORTED(name) __attribute__((export_name(name))) extern "C"

// Memory for a frame, four bytes a pixel; null when it is empty or larger than `mostPixels`.
EXPORTED("frame") uint8_t* frame(int width, int height)
{
	if (width < 1 || height < 1 || width > mostPixels / height)
		return nullptr;
	frameWidth = width;
	frameHeight = height;
	pixels.resize(4 * static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
	return pixels.data();
}

// Reads the frame; the number of codes.
EXPORTED("scan") int scan()
{
	using namespace ZXing;
	found.clear();
	auto options = ReaderOptions().formats(BarcodeFormat::QRCodeModel2).maxNumberOfSymbols(mostCodes);
	auto view = ImageView(pixels.data(), static_cast<int>(pixels.size()), frameWidth, frameHeight, ImageFormat::RGBA);
	auto codes = ReadBarcodes(view, options);
	for (const auto& code : codes) {
		const auto& bytes = code.bytes();
		append(static_cast<int32_t>(bytes.size()));
		for (const auto& corner : code.position()) {
			append(corner.x);
			append(corner.y);
		}
		found.insert(found.end(), bytes.begin(), bytes.end());
	}
	return static_cast<int>(codes.size());
}

EXPORTED("found") const uint8_t* foundCodes() { return found.data(); }

// What the decoder and the C++ library would call and a page has no use for.

extern "C" void* __cxa_allocate_exception(std::size_t) noexcept { __builtin_trap(); }
extern "C" void __cxa_throw(void*, void*, void (*)(void*)) { __builtin_trap(); }
extern "C" int __cxa_thread_atexit(void (*)(void*), void*, void*) { return 0; }
extern "C" int snprintf(char* __restrict text, std::size_t size, const char* __restrict, ...)
{
	if (size > 0)
		*text = 0;
	return 0;
}
extern "C" [[noreturn]] void abort_message(const char*, ...) { __builtin_trap(); }
_LIBCPP_BEGIN_NAMESPACE_STD
[[noreturn]] void __libcpp_verbose_abort(const char*, ...) { __builtin_trap(); }
_LIBCPP_END_NAMESPACE_STD
