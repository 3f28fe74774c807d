/** Makes the calculator interactive: slider and field share one value, and the URL can be shared. */
import { dollars, type Estimate, estimate, toStep } from '../pricing/arithmetic.ts'

export function startCalculator(form: HTMLFormElement): void {
  const slider = form.querySelector<HTMLInputElement>('[data-spend]')
  const typed = form.querySelector<HTMLInputElement>('[data-typed]')
  const summary = form.querySelector<HTMLElement>('[data-words]')
  const share = form.querySelector<HTMLButtonElement>('[data-share]')
  if (!slider || !typed || !summary || !share) return
  let announcing: ReturnType<typeof setTimeout> | undefined
  let savingAddress: ReturnType<typeof setTimeout> | undefined

  const render = (spend: number, { remember = true } = {}): void => {
    const result = estimate(spend)
    slider.value = String(spend)
    slider.setAttribute('aria-valuetext', `${dollars(result.spend)} a month`)
    for (const output of form.querySelectorAll<HTMLElement>('[data-out]')) {
      output.textContent = dollars(result[output.dataset.out as keyof Estimate])
    }
    const sentence = `Of ${dollars(result.savings)} estimated, you keep ${dollars(result.net)} and pay ${dollars(result.fee)}.`
    clearTimeout(announcing)
    clearTimeout(savingAddress)
    // Announce after the slider rests, not at every step.
    announcing = setTimeout(() => {
      summary.textContent = sentence
    }, 250)
    if (!remember) return
    savingAddress = setTimeout(() => history.replaceState(history.state, '', addressWith(spend)), 250)
  }

  slider.addEventListener('input', () => {
    typed.value = slider.value
    render(toStep(slider.valueAsNumber))
  })
  typed.addEventListener('input', () => {
    if (typed.value !== '') render(toStep(typed.valueAsNumber))
  })
  typed.addEventListener('change', () => {
    typed.value = String(toStep(typed.valueAsNumber))
    render(Number(typed.value))
  })
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    typed.dispatchEvent(new Event('change'))
  })
  share.hidden = false
  share.addEventListener('click', async () => {
    const address = new URL(addressWith(toStep(slider.valueAsNumber)), location.href).href
    try {
      await navigator.clipboard.writeText(address)
      share.textContent = 'Copied'
    } catch {
      // The clipboard is not available, so the address bar shows the link.
      history.replaceState(history.state, '', address)
      share.textContent = 'The link is in the address bar'
    }
  })
  const requestedSpend = new URLSearchParams(location.search).get('spend')
  if (requestedSpend !== null && requestedSpend.trim() !== '') {
    typed.value = String(toStep(Number(requestedSpend)))
    render(Number(typed.value), { remember: false })
  }
}

function addressWith(spend: number): string {
  const query = new URLSearchParams(location.search)
  query.set('spend', String(spend))
  return `${location.pathname}?${query}${location.hash}`
}
