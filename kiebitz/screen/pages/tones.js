// The colours of a seat, a text such as "red+yellow": what they are called, and how they are painted.

export const parts = (text) => (text ? text.split("+") : []);

// Returns what people call the colours *text*, such as "red-and-yellow".
export function called(text) {
  const names = parts(text), last = names.pop() ?? "";
  return names.length ? `${names.join("-")}-and-${last}` : last;
}

// Returns the attributes by which board.css paints what is of the colours *text*: the first two of them.
export function tones(text) {
  const [first, second] = parts(text);
  return { "data-colour": first ?? "", ...(second ? { "data-second": second } : {}) };
}
