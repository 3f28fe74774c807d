/** `npm run snapshots:update`: updates the pictures of e2e/snapshots after an intended change. */
import { spawnSync } from 'node:child_process'
import { ensureBrowser } from './browser.ts'

ensureBrowser()
const { status } = spawnSync('vitest', ['run', '--project', 'journeys', 'e2e/snapshots.test.ts'], {
  stdio: 'inherit',
  env: { ...process.env, SNAPSHOTS: 'update' },
})
process.exit(status ?? 1)
