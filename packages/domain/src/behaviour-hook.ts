/** An address to which another system sends signs of use by itself, and the secret by which it shows who it is. */
import * as z from 'zod'

export const hookKinds = ['github', 'gitlab', 'coder', 'codespaces', 'gitpod'] as const
export const hookKindSchema = z.enum(hookKinds)
export type HookKindId = z.infer<typeof hookKindSchema>

export const behaviourHookSchema = z.object({
  id: z.uuid(),
  kind: hookKindSchema,
  name: z.string(),
  created_by: z.string(),
  created_at: z.iso.datetime(),
  /** Until when the secret before this one is taken too; null when there is none. */
  former_until: z.iso.datetime().nullable(),
  deliveries: z.int(),
  events: z.int(),
  last_delivery_at: z.iso.datetime().nullable(),
  /** What came of the last delivery, in words. */
  last_words: z.string(),
  last_refused_at: z.iso.datetime().nullable(),
  last_refusal: z.string(),
})
export type BehaviourHook = z.infer<typeof behaviourHookSchema>
