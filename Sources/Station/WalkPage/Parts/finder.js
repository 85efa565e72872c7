// The line around each code that was read, over the camera's picture.

/** `size`: of the frame in which the codes' corners are. The video fills its box, and is cut where it is larger. */
export function frameCodes(canvas, video, codes, size) {
  const { clientWidth: width, clientHeight: height } = video;
  const fine = devicePixelRatio;
  if (canvas.width !== width * fine || canvas.height !== height * fine) {
    Object.assign(canvas, { width: width * fine, height: height * fine });
  }
  const pen = canvas.getContext("2d");
  pen.setTransform(fine, 0, 0, fine, 0, 0);
  pen.clearRect(0, 0, width, height);
  const scale = Math.max(width / size.width, height / size.height);
  const left = (width - size.width * scale) / 2, top = (height - size.height * scale) / 2;
  pen.lineWidth = 4;
  pen.lineJoin = "round";
  pen.strokeStyle = "#7dffc4";
  for (const { corners } of codes) {
    pen.beginPath();
    for (const { x, y } of corners) pen.lineTo(left + x * scale, top + y * scale);
    pen.closePath();
    pen.stroke();
  }
}
