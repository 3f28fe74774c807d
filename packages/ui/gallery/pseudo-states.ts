/**
 * Hover, focus and press without a pointer: every style rule that asks for one is written again for a class of the same
 * name, so that a page can show all of them side by side.
 */
const states = { ':hover': '.is-hover', ':focus-visible': '.is-focus', ':active': '.is-active' } as const

export function showPseudoStates(): void {
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]).map((rule) => rule.cssText)
  const style = document.createElement('style')
  style.textContent = Object.entries(states)
    .flatMap(([pseudo, name]) => rules.filter((css) => css.includes(pseudo)).map((css) => written(css, pseudo, name)))
    .join('\n')
  document.head.append(style)
}

/** A backslash in front belongs to the name of a class, such as "hover\:bg-ink". */
function written(css: string, pseudo: string, name: string): string {
  return css.replaceAll(new RegExp(`(?<!\\\\)${pseudo}\\b`, 'g'), name)
}
