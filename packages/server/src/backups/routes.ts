import type { BackupState } from '@kept/contract/routes/backups.ts'
import { KeptError } from '@kept/domain/errors.ts'
import { admitOperator } from '../operator/public/operator.ts'
import type { RawRoutes } from '../platform/app.ts'
import type { Services } from '../platform/context.ts'
import { operatorRoutes } from '../platform/implement.ts'
import { backupJob } from './backup-jobs.ts'
import { runnerOf } from './runner.ts'

/** What the demo's admin sees: nothing of the machine. */
const nothing: BackupState = { folder: '', nightly: false, backups: [], running: null, failure: null }

export const backups = {
  list: operatorRoutes.backups.list.handler(async ({ context }) => {
    if (context.me.organization.demo && context.authenticatedBy !== 'operator') return { data: nothing }
    return { data: await currentState(context.services) }
  }),
  create: operatorRoutes.backups.create.handler(async ({ context }) => ({ data: await startBackup(context.services) })),
}

/** The same for the command line of this machine, which acts for no organization. */
export function operatorBackups(services: Services, token: string): RawRoutes {
  return (app) => {
    app.get('/v1/operator/backups', { config: { needs: 'operator' } }, async (request) => {
      admitOperator(request, token)
      return { data: await currentState(services) }
    })
    app.post('/v1/operator/backups', { config: { needs: 'operator' } }, async (request) => {
      admitOperator(request, token)
      return { data: await startBackup(services) }
    })
  }
}

async function startBackup(services: Services): Promise<BackupState> {
  const { running } = await currentState(services)
  if (running) throw new KeptError('conflict', 'A backup is being made. Wait until it is complete.')
  runnerOf(services).reserve()
  await services.jobs.send(backupJob, { requested_at: services.now().toISOString() })
  services.jobs.wake(backupJob)
  return currentState(services)
}

/** Any process may make the backup; the queue knows that one is on its way. */
async function currentState(services: Services): Promise<BackupState> {
  const runner = runnerOf(services)
  const [queued] = await services.jobs.pending(backupJob)
  if (!queued) runner.release()
  const state = await runner.state()
  const started_at = queued?.requested_at ?? services.now().toISOString()
  return { ...state, running: state.running ?? (queued ? { started_at, done: 0, all: 0 } : null) }
}
