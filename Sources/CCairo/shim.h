#pragma once
#include <cairo-pdf.h>
#include <cairo.h>
#include <pango/pangocairo.h>
