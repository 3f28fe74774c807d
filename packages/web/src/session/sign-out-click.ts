interface Click {
  metaKey: boolean
  ctrlKey: boolean
  shiftKey: boolean
  preventDefault(): void
}

/** Signs out at once on a plain click of the link to /logout; with a key held, the link opens the page elsewhere. */
export async function signOutOnClick(
  click: Click,
  signOut: () => Promise<void>,
  onFailure: (error: unknown) => void,
): Promise<void> {
  if (click.metaKey || click.ctrlKey || click.shiftKey) return
  click.preventDefault()
  await signOut().catch(onFailure)
}
