// Numbers as text: exact where they are copied, short where they are looked at.

/** The shortest text that reads back as the same number. */
export function exact(value: number): string {
  return Number.isNaN(value) ? "nan" : value === Infinity ? "inf" : value === -Infinity ? "-inf" : String(value);
}

/** At most `digits` significant ones, without zeros that say nothing. */
export function short(value: number, digits = 9): string {
  if (!Number.isFinite(value)) return exact(value);
  if (value === 0) return "0";
  const size = Math.abs(value);
  if (size >= 1e-4 && size < 1e9) {
    const text = value.toPrecision(digits);
    if (!text.includes("e")) return text.includes(".") ? text.replace(/\.?0+$/, "") : text;
  }
  const [mantissa = "", exponent = ""] = value.toExponential(digits - 1).split("e");
  const cut = mantissa.includes(".") ? mantissa.replace(/\.?0+$/, "") : mantissa;
  return `${cut}e${exponent.replace("+", "")}`;
}

/** A number with a minus sign of the width of a plus, for display alone. */
export function shown(value: number, digits = 9): string {
  return short(value, digits).replaceAll("-", "\u2212");
}

export function withUnit(text: string, unit: string): string {
  return unit ? `${text} ${unit}` : text;
}

/** `name [unit]`, as axes and columns are headed. */
export function headed(name: string, unit: string): string {
  return unit ? `${name} [${unit}]` : name;
}

export function count(value: number, one: string, many = `${one}s`): string {
  return `${value} ${value === 1 ? one : many}`;
}
