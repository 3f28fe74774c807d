/** A query of the Cost Explorer stored under a name. */
import * as z from 'zod'
import { lineSchema } from './name.ts'

export const savedViewInputSchema = z.object({
  name: lineSchema(100).min(1),
  /** Empty: in no folder. */
  folder: lineSchema(100).default(''),
  /** Everyone in the organization sees it. */
  is_shared: z.boolean().default(false),
  /** What the owner's Cost Explorer opens with; an owner has one at most. */
  is_default: z.boolean().default(false),
  /** The parameters of the Cost Explorer's address, such as `by=region&compare=previous_period`. */
  search: z.string().max(8000),
})
export type SavedViewInput = z.output<typeof savedViewInputSchema>

export const savedViewSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  folder: z.string(),
  is_shared: z.boolean(),
  is_default: z.boolean(),
  /** The caller may change and delete it. */
  is_own: z.boolean(),
  owner_name: z.string(),
  search: z.string(),
  updated_at: z.iso.datetime(),
})
export type SavedView = z.infer<typeof savedViewSchema>
