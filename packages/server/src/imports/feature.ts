/** Imports of bills: uploads, buckets, files of this machine. */

import { formats } from '@kept/connectors/all.ts'
import type { ImportInput } from '@kept/domain/ingest.ts'
import type { Scope } from '@kept/domain/scope.ts'
import type { ScopedTransaction } from '@kept/store/database/connect.ts'
import { connectionsFeature } from '../connections/feature.ts'
import { operatorFeature } from '../operator/feature.ts'
import { defineFeature } from '../platform/feature.ts'
import { work } from '../platform/jobs.ts'
import { changedJob } from './changed-job.ts'
import { importDeps } from './create-deps.ts'
import { connectionFetcher } from './fetch-from-connection.ts'
import { importJob } from './import-job.ts'
import { operatorImports } from './local-import.ts'
import { uploadRoutes } from './receive-upload.ts'
import { rejectedRowsDownload } from './rejected-rows-download.ts'
import { imports } from './routes.ts'
import { queueImport, startImport } from './start-import.ts'
import { removeCutOffUploads, sweepJob } from './sweep-job.ts'

export const importsFeature = defineFeature({
  name: 'imports',
  dependsOn: [operatorFeature, connectionsFeature],
  routes: { imports },
  async start({ services, pipeline, operatorToken }) {
    const { jobs, state, folder, config, log, now } = services
    // Another process may be receiving files into a shared folder; there the sweep removes old leftovers.
    if (config.sharedFolder === config.dataFolder) await removeCutOffUploads(folder.uploads)
    await jobs.send(sweepJob, {})
    const deps = importDeps(services, (scope) => pipeline.run('loads', scope), connectionFetcher(services))
    const sweepDeps = {
      database: state.database,
      warehouse: state.warehouse,
      uploads: folder.uploads,
      replacedRetentionDays: config.replacedRetentionDays,
      pendingImports: async () => new Set((await jobs.pending(importJob)).map(({ import_id }) => import_id)),
      now,
      logInfo: (event: string, fields: object) => log.info({ event, ...fields }),
    }
    return {
      api: {
        /** Imports uploads as a replacement that may be smaller. */
        importUploads: (scope: Scope, uploads: string[]) =>
          startImport(services, formats, scope, { uploads, urls: [], accept_smaller: true }),
        /**
         * Imports a month of scheduled exports. What its newest manifest names is complete, so it may be smaller.
         * `alongside` runs in the same transaction.
         */
        importExport: (
          scope: Scope,
          input: Extract<ImportInput, { kind: 'connection_export' }>,
          alongside: (tx: ScopedTransaction, importId: string) => Promise<void>,
        ) =>
          queueImport(
            services,
            scope,
            async () => ({
              inputs: [input],
              sources: [
                {
                  name: `${input.url} (${input.month})`,
                  // Files that are made of rows have no size yet.
                  bytes: input.files.reduce((total, { bytes }) => total + bytes, 0) || null,
                },
              ],
              accept_smaller: true,
            }),
            alongside,
          ),
      },
      rawRoutes: [operatorImports(services, operatorToken, formats), uploadRoutes, rejectedRowsDownload],
      jobs: [work(changedJob, deps), work(importJob, deps), work(sweepJob, sweepDeps)],
    }
  },
})
