/** Every activity source, the most specific first: a record belongs to the first source that recognizes it. */
import type { ActivitySource } from './activity-source.ts'
import { azureActivityLog } from './azure-activity-log.ts'
import { cloudtrail } from './cloudtrail.ts'
import { coderAudit, coderConnections, coderNotifications } from './coder.ts'
import { codespaces } from './codespaces.ts'
import { github } from './github.ts'
import { gitlab } from './gitlab.ts'
import { gitpodAudit, gitpodUsage } from './gitpod.ts'
import { googleAuditLog } from './google-audit-log.ts'
import { kubernetesAudit, kubernetesEvent } from './kubernetes.ts'
import { sessionTable } from './session-tables.ts'
import { usageEvents } from './usage-events.ts'

export const activitySources: ActivitySource[] = [
  usageEvents,
  github,
  gitlab,
  cloudtrail,
  azureActivityLog,
  googleAuditLog,
  kubernetesAudit,
  kubernetesEvent,
  coderAudit,
  coderConnections,
  coderNotifications,
  codespaces,
  gitpodAudit,
  gitpodUsage,
  sessionTable,
]
