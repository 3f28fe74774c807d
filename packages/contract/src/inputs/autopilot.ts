/** What a request and the editor of an autopilot policy may contain. */
import { autopilotSettings } from '@kept/domain/autopilot.ts'
import * as z from 'zod'

const { enabled, ...required } = autopilotSettings

/** Turned off unless `enabled` is set. */
export const autopilotPolicyInput = z.object({ ...required, enabled: enabled.default(false) })
