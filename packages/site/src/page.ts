/** A page of the site: an address, words for the browser's tab and for search engines, and what stands in it. */
import type { Html } from './html.ts'

export interface Page {
  /** Its address, without a slash at its end. */
  path: `/${string}`
  /** In the tab, in search results, on shared cards. The name of the product is added. */
  title: string
  /** One or two sentences, for search results and shared cards; no two pages have the same. */
  description: string
  body: Html
  /** Questions and answers, steps, an article: what a search engine is told in its own words. */
  structured?: readonly object[]
  /** Where it stands, for pages below others. */
  crumbs?: readonly Crumb[]
  /** Not offered to search engines: answers to forms, errors. */
  unlisted?: boolean
  /** The day it was written, for articles: 2026-11-20. */
  published?: string
}

export interface Crumb {
  name: string
  path: `/${string}`
}

/**
 * Filled in by the server that serves the page, because only it knows: the address people reach it at, where its operator
 * is written to, and who that is.
 */
export const placeholders = {
  origin: 'https://origin.kept.invalid',
  contact: 'contact@kept.invalid',
  operator: '%operator%',
} as const
