/** Builds the dashboard and the site when their sources have changed. */
import { buildSite } from './build-site.ts'
import { buildWeb } from './build-web.ts'

await buildWeb({ log: (text) => console.log(text) })
await buildSite({ log: (text) => console.log(text) })
