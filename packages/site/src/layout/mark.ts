import { type Html, trusted } from '../html.ts'

/** The mark: a small square, three quarters filled. */
export function mark(size = 22): Html {
  return trusted(
    `<svg class="mark" viewBox="0 0 16 16" width="${size}" height="${size}" aria-hidden="true"><rect x=".75" y=".75" width="14.5" height="14.5" rx="2.25" fill="none" stroke="currentColor" stroke-width="1.5"/><path d="M2.5 2.5h8.25v11H2.5z" fill="currentColor"/></svg>`,
  )
}

/** The three-to-one bar. An estimate is hatched, a verified saving is solid. */
export function keptBar({ estimate }: { estimate: boolean }): Html {
  return trusted(
    `<div class="kept-bar${estimate ? ' is-estimate' : ''}" aria-hidden="true"><i class="kept-part"></i><i class="fee-part"></i></div>`,
  )
}
