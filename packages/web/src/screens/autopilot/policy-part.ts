import type { AutopilotSettings } from '@kept/domain/autopilot.ts'

/** What each part of the editor of a policy gets. */
export interface PolicyPartProps {
  draft: AutopilotSettings
  /** Error messages by the path of the field. */
  mistakes: Readonly<Record<string, string>>
  onChange(part: Partial<AutopilotSettings>): void
}
