/**
 * Shows hover, focus, and active states without a pointer: every style rule with such a pseudo-class is copied for a
 * class of the same name.
 */
const states = { ':hover': '.is-hover', ':focus-visible': '.is-focus', ':active': '.is-active' } as const

export function showPseudoStates(): void {
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]).map((rule) => rule.cssText)
  const style = document.createElement('style')
  style.textContent = Object.entries(states)
    .flatMap(([pseudo, name]) =>
      rules.filter((css) => css.includes(pseudo)).map((css) => rewriteRule(css, pseudo, name)),
    )
    .join('\n')
  document.head.append(style)
}

/** An escaped colon belongs to a class name, such as "hover\:bg-ink". */
function rewriteRule(css: string, pseudo: string, name: string): string {
  return css.replaceAll(new RegExp(`(?<!\\\\)${pseudo}\\b`, 'g'), name)
}
