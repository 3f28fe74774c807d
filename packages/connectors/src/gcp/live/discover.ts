/** The projects that the connection can read. */
import { SyncFailure } from '@kept/domain/sync/failure.ts'
import { parseAnswer } from '@kept/domain/sync/operations.ts'
import type { DiscoveredAccount, LivePermission } from '@kept/domain/sync/port.ts'
import * as z from 'zod'
import { namedReaderOf, readerOf } from './access.ts'
import type { GcpSession } from './session.ts'

const action = 'resourcemanager.projects.get'

export const discoverPermissions: readonly LivePermission[] = [
  { action, reason: 'Lists the projects that Kept may read.' },
  {
    action: 'serviceusage.services.use',
    reason: 'Counts the requests of Kept for the quota project.',
  },
]

const projectsSchema = z.object({
  projects: z
    .array(z.object({ projectId: z.string(), displayName: z.string().nullish(), state: z.string().nullish() }))
    .nullish(),
  nextPageToken: z.string().nullish(),
})

/** Deleted projects are left out; those chosen that do not exist are an error. */
export async function listProjects(session: GcpSession): Promise<DiscoveredAccount[]> {
  const visible: DiscoveredAccount[] = []
  let token = ''
  do {
    const path = `/v3/projects:search?pageSize=500${token === '' ? '' : `&pageToken=${encodeURIComponent(token)}`}`
    const answer: z.output<typeof projectsSchema> = parseAnswer(
      action,
      projectsSchema,
      await session.send(action, 'cloudresourcemanager', path),
    )
    for (const { projectId, displayName, state } of answer.projects ?? []) {
      if (state !== 'DELETE_REQUESTED') visible.push({ id: projectId, name: displayName || projectId })
    }
    if (answer.nextPageToken && answer.nextPageToken === token)
      throw new SyncFailure('unexpected', 'Google Cloud returned the same page of projects twice.', { action })
    token = answer.nextPageToken ?? ''
  } while (token !== '')
  const { projects: chosen } = session.access
  const reader = readerOf(session.access)
  if (visible.length === 0)
    throw new SyncFailure(
      'denied',
      `${namedReaderOf(session.access)} can read no project. Grant it the role Kept Reader, then check again.`,
      { action },
    )
  if (chosen.length === 0) return visible
  const selected = visible.filter(({ id }) => chosen.includes(id))
  if (selected.length === 0)
    throw new SyncFailure('not_enabled', `${unknownProjects(visible, chosen, reader)} Enter another ID, or none.`, {
      action,
    })
  return selected
}

/** One sentence about the chosen projects that cannot be read; '' when all can. */
export function unknownProjects(
  visible: readonly DiscoveredAccount[],
  chosen: readonly string[],
  reader: string,
): string {
  const missing = chosen.filter((id) => !visible.some((project) => project.id === id))
  return missing.length === 0 ? '' : `${reader} cannot read the project ${missing.join(', ')}.`
}

const grantedSchema = z.object({ permissions: z.array(z.string()).nullish() })

/** Which of `actions` the service account may not perform in the project. */
export async function missingActions(
  session: GcpSession,
  project: string,
  actions: readonly string[],
): Promise<string[]> {
  const path = `/v3/projects/${encodeURIComponent(project)}:testIamPermissions`
  const { permissions } = parseAnswer(
    action,
    grantedSchema,
    await session.send(action, 'cloudresourcemanager', path, { permissions: actions }),
  )
  return actions.filter((needed) => !(permissions ?? []).includes(needed))
}
