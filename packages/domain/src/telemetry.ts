/** What came in as telemetry, and what of it could not be used. */
import * as z from 'zod'

const telemetrySignals = ['traces', 'metrics', 'logs', 'files'] as const
const telemetrySignalSchema = z.enum(telemetrySignals)
export type TelemetrySignal = z.infer<typeof telemetrySignalSchema>

/** Of one signal over the days asked for. */
export const telemetryIntakeSchema = z.object({
  signal: telemetrySignalSchema,
  accepted: z.int(),
  dropped: z.array(z.object({ reason: z.string(), items: z.int() })),
  last_at: z.iso.datetime(),
})
export type TelemetryIntake = z.infer<typeof telemetryIntakeSchema>
