/** An address to which another system sends signs of use by itself, and the secret by which it shows who it is. */
import * as z from 'zod'

const hookKinds = ['github', 'gitlab', 'coder', 'codespaces', 'gitpod'] as const
export const hookKindSchema = z.enum(hookKinds)
export type HookKindId = z.infer<typeof hookKindSchema>

export const behaviorHookSchema = z.object({
  id: z.uuid(),
  kind: hookKindSchema,
  name: z.string(),
  created_by: z.string(),
  created_at: z.iso.datetime(),
  /** Until when the secret before this one is taken too; null when there is none. */
  previous_until: z.iso.datetime().nullable(),
  deliveries: z.int(),
  events: z.int(),
  last_delivery_at: z.iso.datetime().nullable(),
  /** The result of the last delivery: how many events were accepted, or why none were. */
  last_result: z.string(),
  last_refused_at: z.iso.datetime().nullable(),
  last_refusal: z.string(),
})
export type BehaviorHook = z.infer<typeof behaviorHookSchema>
