"""What other tools take for the same labels: 60-character URLs, a US Letter sheet of 4 x 6 labels, or PNG files.

peers.py [COUNT]    needs segno, reportlab and qrcode (a venv will do) and the qrencode command
"""

import io
import os
import subprocess
import sys
import tempfile
import time

count = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
urls = ["https://brighteggcafe.example/store/cupertino?tag=B-%08d" % number for number in range(count)]


def measure(name, make, share=1.0):
    """`share`: the part of the labels that is made, for those that are too slow to wait for."""
    some = urls[: max(1, int(count * share))]
    start = time.monotonic()
    size = make(some)
    seconds = time.monotonic() - start
    print(
        "%s: %.3f s for %d, %.0f labels/s, %d bytes/label"
        % (name, seconds, len(some), len(some) / seconds, size // len(some)),
        flush=True,
    )


def cells(page, per_page=24):
    for index, url in enumerate(page):
        cell = index % per_page
        yield index, url, 56.25 + cell % 4 * 130.5, 792 - 36 - 108 - cell // 4 * 122.4


def reportlab_widget(some):
    from reportlab.graphics import renderPDF
    from reportlab.graphics.barcode.qr import QrCodeWidget
    from reportlab.graphics.shapes import Drawing
    from reportlab.pdfgen import canvas

    out = io.BytesIO()
    pdf = canvas.Canvas(out, pagesize=(612, 792))
    for index, url, x, y in cells(some):
        if index and index % 24 == 0:
            pdf.showPage()
        drawing = Drawing(60, 60)
        drawing.add(QrCodeWidget(url, barLevel="M", barWidth=60, barHeight=60))
        renderPDF.draw(drawing, pdf, x + 20, y + 40)
        pdf.drawCentredString(x + 54, y + 20, "B-%08d" % index)
    pdf.save()
    return len(out.getvalue())


def segno_reportlab(some):
    import segno
    from reportlab.pdfgen import canvas

    out = io.BytesIO()
    pdf = canvas.Canvas(out, pagesize=(612, 792))
    for index, url, x, y in cells(some):
        if index and index % 24 == 0:
            pdf.showPage()
        code = segno.make(url, error="m", micro=False)
        module = 60 / len(code.matrix)
        path = pdf.beginPath()
        for row, line in enumerate(code.matrix):
            for column, dark in enumerate(line):
                if dark:
                    path.rect(x + 20 + column * module, y + 100 - (row + 1) * module, module, module)
        pdf.drawPath(path, stroke=0, fill=1)
        pdf.drawCentredString(x + 54, y + 20, "B-%08d" % index)
    pdf.save()
    return len(out.getvalue())


def segno_png(some):
    import segno

    size = 0
    for url in some:
        out = io.BytesIO()
        segno.make(url, error="m", micro=False).save(out, kind="png", scale=10, border=4, dpi=600)
        size += len(out.getvalue())
    return size


def qrcode_png(some):
    import qrcode
    from qrcode.image.pure import PyPNGImage

    size = 0
    for url in some:
        code = qrcode.QRCode(error_correction=qrcode.constants.ERROR_CORRECT_M, box_size=10, border=4)
        code.add_data(url)
        code.make(fit=True)
        out = io.BytesIO()
        code.make_image(image_factory=PyPNGImage).save(out)
        size += len(out.getvalue())
    return size


def qrencode_png(some):
    size = 0
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "a.png")
        for url in some:
            subprocess.run(["qrencode", "-8", "-l", "M", "-s", "10", "-m", "4", "-o", path, url], check=True)
            size += os.path.getsize(path)
    return size


measure("ReportLab QR widget, PDF", reportlab_widget, 0.05)
measure("segno + ReportLab, PDF", segno_reportlab, 0.1)
measure("segno, PNG", segno_png, 0.1)
measure("python-qrcode, PNG", qrcode_png, 0.05)
measure("qrencode command, PNG", qrencode_png, 0.1)
