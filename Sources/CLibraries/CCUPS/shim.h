#pragma once
#include <cups/cups.h>
#include <cups/http.h>
#include <cups/ipp.h>
