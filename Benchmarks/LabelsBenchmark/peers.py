"""What other tools take for the same labels: 60-character URLs, a US Letter sheet of 4 x 6 labels, or PNG files.

Each function makes some labels and gives the bytes they took. Needs segno, reportlab and qrcode
(Scripts/benchmark-peers) and the qrencode command.
"""

import io
import os
import subprocess
import tempfile

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


# What it is called, what makes it, and the share of the labels that is made of those that are too slow to wait for.
PEERS = [
    ("ReportLab QR widget, PDF", reportlab_widget, 0.05),
    ("segno + ReportLab, PDF", segno_reportlab, 0.1),
    ("segno, PNG", segno_png, 0.1),
    ("python-qrcode, PNG", qrcode_png, 0.05),
    ("qrencode command, PNG", qrencode_png, 0.1),
]
