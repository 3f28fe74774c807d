/** Which guide of the documentation describes how to connect each kind. */
import { type CloudKind, type ConnectionKind, isStorageKind } from '@kept/domain/connection-kind.ts'

const cloudGuides: Readonly<Record<CloudKind, string>> = {
  aws: '/docs/connect/aws',
  azure: '/docs/connect/azure',
  gcp: '/docs/connect/google-cloud',
  oci: '/docs/connect/oracle-cloud',
  kubernetes: '/docs/connect/kubernetes',
}

export const bucketGuide = '/docs/connect/buckets'

export function guideOf(kind: ConnectionKind): string {
  return isStorageKind(kind) ? bucketGuide : cloudGuides[kind]
}

/** The part of the guide of tools; undefined where it has none. */
export function guideOfTool(id: string): string | undefined {
  const part = toolParts[id]
  return part && `/docs/connect/tools#${part}`
}

const toolParts: Readonly<Record<string, string>> = {
  'channel-slack': 'slack',
  'channel-teams': 'microsoft-teams',
  'channel-jira': 'jira',
  'channel-github': 'github-issues',
  'channel-gitlab': 'gitlab-issues',
  'channel-webhook': 'webhooks',
  'activity-github': 'github-and-gitlab-activity',
  'activity-gitlab': 'github-and-gitlab-activity',
  opentelemetry: 'opentelemetry',
}
