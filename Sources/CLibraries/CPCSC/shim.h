#pragma once
#include <winscard.h>
