/** A note on a day of the costs, shown in the charts of everyone in the organization. */
import * as z from 'zod'
import { lineSchema } from './name.ts'

export const costAnnotationInputSchema = z.object({
  day: z.iso.date(),
  text: lineSchema(200).min(1),
})
export type CostAnnotationInput = z.output<typeof costAnnotationInputSchema>

export const costAnnotationSchema = z.object({
  id: z.uuid(),
  day: z.iso.date(),
  text: z.string(),
  author_name: z.string(),
  /** The caller may delete it. */
  is_own: z.boolean(),
  created_at: z.iso.datetime(),
})
export type CostAnnotation = z.infer<typeof costAnnotationSchema>
