#pragma once
#include <nfc/nfc.h>

/* From libnfc's chips/pn53x.h, which it does not install although it exports the function: one command of the reader's
   chip, from its code on, and its answer behind the answer's code. Returns the number of bytes or a negative error. For
   drivers of PN53x chips only. */
int pn53x_transceive(nfc_device *device, const uint8_t *command, const size_t command_size, uint8_t *answer,
                     const size_t answer_size, int timeout);
