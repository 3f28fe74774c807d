/** Type guards for values of unknown shape, such as parsed JSON and thrown errors. */

/** True for an object that is not null and not a list. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A field of a value that may not be an object; undefined where it has none. */
export function fieldOf(value: unknown, name: string): unknown {
  return isObject(value) ? value[name] : undefined
}

/** A field that is text; undefined where there is none. */
export function textFieldOf(value: unknown, name: string): string | undefined {
  const field = fieldOf(value, name)
  return typeof field === 'string' ? field : undefined
}

/** True when the name is an own key of the object. */
export function isKeyOf<T extends object>(object: T, name: PropertyKey | undefined): name is keyof T {
  return name !== undefined && Object.hasOwn(object, name)
}

/** True when the value is one of the list, which may be narrower than the type of the value. */
export function isOneOf<T>(values: readonly T[], value: unknown): value is T {
  return values.some((candidate) => candidate === value)
}
