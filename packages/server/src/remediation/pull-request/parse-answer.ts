/** The answer of a host with its shape checked. */
import { KeptError } from '@kept/domain/errors.ts'
import type * as z from 'zod'

export function parsed<Shape extends z.ZodType>(shape: Shape, { body }: { body: unknown }): z.output<Shape> {
  const result = shape.safeParse(body)
  if (result.success) return result.data
  throw new KeptError(
    'conflict',
    'The response is not that of the API of GitHub or GitLab. Check the API address of the channel, under Alerts.',
  )
}
