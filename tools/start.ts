/** `npm start`: builds the dashboard and the site when their sources have changed, then becomes the server. */
import { buildSite } from './build-site.ts'
import { buildWeb } from './build-web.ts'

await buildWeb({ say: (words) => console.log(words) })
await buildSite({ say: (words) => console.log(words) })
await import('@kept/server/main.ts')
