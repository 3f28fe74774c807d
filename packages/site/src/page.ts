/** A page of the site: its path, its title and description, and its body. */
import type { Html } from './html.ts'

export interface Page {
  /** Without a trailing slash. */
  path: `/${string}`
  /** Shown in the browser tab, search results and shared cards. The product name is appended. */
  title: string
  /** One or two sentences for search results and shared cards; unique per page. */
  description: string
  body: Html
  /** schema.org data for search engines: questions, steps, an article. */
  structured?: readonly object[]
  /** The breadcrumb of a page below others. */
  crumbs?: readonly Crumb[]
  /** Not listed for search engines: form responses and errors. */
  unlisted?: boolean
  /** The publication date of an article: 2026-11-20. */
  published?: string
}

interface Crumb {
  name: string
  path: `/${string}`
}

/**
 * Replaced by the server when it serves the page, because they depend on the installation: the public URL, the contact
 * address and the operator's name.
 */
export const placeholders = {
  origin: 'https://origin.kept.invalid',
  contact: 'contact@kept.invalid',
  operator: '%operator%',
} as const
