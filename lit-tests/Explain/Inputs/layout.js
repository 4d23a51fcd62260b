// Writes into the title what is wrong with the layout of a page: what is wider than the
// window without a bar to scroll by, boxes over others, and text outside of its box.
addEventListener("load", () => {
  const problems = [];
  const name = (one) => `${one.tagName}.${one.getAttribute("class") ?? ""} ${one.textContent.trim().slice(0, 30)}`;
  const overlap = (one, other) =>
    Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1 &&
    Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1;

  // An operation has those of its regions in its box.
  const holds = (one, other) =>
    one.left <= other.left && other.right <= one.right && one.top <= other.top && other.bottom <= one.bottom;

  const width = document.documentElement.clientWidth;
  const scrolls = (one) =>
    one && (getComputedStyle(one).overflow.includes("auto") || scrolls(one.parentElement));
  for (const one of document.querySelectorAll("main *")) {
    const box = one.getBoundingClientRect();
    if (box.width > 0 && box.right > width + 1 && !scrolls(one)) problems.push(`too wide: ${name(one)}`);
  }

  // In the flow of the page, nothing stands on anything else.
  const isFlow = (one) => !scrolls(one.parentElement);
  const blocks = [...document.querySelectorAll("h2, nav, pre, table, summary, figure, .steps")].filter(isFlow);
  const picture = "rect.box, rect.value, rect.step";
  for (const group of [blocks, ...[...document.querySelectorAll("svg")].map((svg) => [...svg.querySelectorAll(picture)])]) {
    const boxes = group.map((one) => [one, one.getBoundingClientRect()]).filter(([, box]) => box.width > 0);
    boxes.forEach(([one, box], index) => {
      for (const [other, place] of boxes.slice(index + 1))
        if (!one.contains(other) && !holds(box, place) && !holds(place, box) && overlap(box, place)) problems.push(`${name(one)} over ${name(other)}`);
    });
  }

  // A text that begins in a box of a picture ends there.
  for (const svg of document.querySelectorAll("svg")) {
    const boxes = [...svg.querySelectorAll(picture)].map((one) => one.getBoundingClientRect());
    for (const text of svg.querySelectorAll("text")) {
      const place = text.getBoundingClientRect();
      const around = boxes.find((box) => box.left <= place.left && place.left < box.right && box.top <= place.top && place.top < box.bottom);
      if (around && place.right > around.right + 1) problems.push(`text outside: ${text.textContent}`);
    }
  }
  document.title = problems.length ? `wrong layout: ${problems.slice(0, 9).join("; ")}` : "the layout is right";
});
