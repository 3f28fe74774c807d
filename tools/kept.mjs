#!/usr/bin/env node
// `npx kept ...` in the clone: the same door as npm start, with the command's own arguments.
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = dirname(fileURLToPath(import.meta.url))
process.argv = [process.argv[0], join(here, 'bootstrap.mjs'), 'kept', ...process.argv.slice(2)]
await import('./bootstrap.mjs')
