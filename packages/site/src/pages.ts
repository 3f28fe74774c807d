/** Every page of the site, for the build, the sitemap, the link test and the server. */
import type { Page } from './page.ts'
import { answers } from './pages/answers.ts'
import { contact } from './pages/contact.ts'
import { docs } from './pages/docs.ts'
import { features } from './pages/features.ts'
import { home } from './pages/home.ts'
import { pricing } from './pages/pricing.ts'
import { prosePages } from './pages/prose-pages.ts'
import { status } from './pages/status.ts'

export function allPages(): Page[] {
  return [home(), ...features(), pricing(), contact(), ...docs(), ...prosePages(), status(), ...answers()]
}
