import { badInput } from '@kept/domain/errors.ts'

/**
 * Refuses a body that gives a path parameter another value. Inputs are one object, in which the body would win, and the
 * request would act on something else than its address says.
 */
export function checkPathValues(template: string, url: string, body: unknown): void {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return
  const segments = (url.split('?', 1)[0] ?? '').split('/')
  for (const [index, part] of template.split('/').entries()) {
    const name = /^\{(.+)\}/.exec(part)?.[1]
    if (name === undefined || !Object.hasOwn(body, name)) continue
    const value: unknown = Reflect.get(body, name)
    if (value !== decodeURIComponent(segments[index] ?? ''))
      throw badInput(`"${name}" is part of the address. Remove it from the body.`)
  }
}
