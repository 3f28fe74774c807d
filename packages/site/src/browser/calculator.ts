/** The calculator, alive: slider and field stand for the same spend, and the address can be shared. */
import { dollars, type Estimate, estimate, toStep } from '../pricing/arithmetic.ts'

export function startCalculator(form: HTMLFormElement): void {
  const slider = form.querySelector<HTMLInputElement>('[data-spend]')
  const typed = form.querySelector<HTMLInputElement>('[data-typed]')
  const words = form.querySelector<HTMLElement>('[data-words]')
  const share = form.querySelector<HTMLButtonElement>('[data-share]')
  if (!slider || !typed || !words || !share) return
  let saying: ReturnType<typeof setTimeout> | undefined
  let remembering: ReturnType<typeof setTimeout> | undefined

  const draw = (spend: number, { remember = true } = {}): void => {
    const result = estimate(spend)
    slider.value = String(spend)
    slider.setAttribute('aria-valuetext', `${dollars(result.spend)} a month`)
    for (const out of form.querySelectorAll<HTMLElement>('[data-out]')) {
      out.textContent = dollars(result[out.dataset.out as keyof Estimate])
    }
    const sentence = `Of ${dollars(result.savings)} estimated, you keep ${dollars(result.net)} and pay ${dollars(result.fee)}.`
    clearTimeout(saying)
    clearTimeout(remembering)
    // Read out once the hand rests, not at every step of the slider.
    saying = setTimeout(() => {
      words.textContent = sentence
    }, 250)
    if (!remember) return
    remembering = setTimeout(() => history.replaceState(history.state, '', addressWith(spend)), 250)
  }

  slider.addEventListener('input', () => {
    typed.value = slider.value
    draw(toStep(slider.valueAsNumber))
  })
  typed.addEventListener('input', () => {
    if (typed.value !== '') draw(toStep(typed.valueAsNumber))
  })
  typed.addEventListener('change', () => {
    typed.value = String(toStep(typed.valueAsNumber))
    draw(Number(typed.value))
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
      // Not allowed to write there: the address bar has it.
      history.replaceState(history.state, '', address)
      share.textContent = 'The address above is the link'
    }
  })
  const asked = new URLSearchParams(location.search).get('spend')
  if (asked !== null && asked.trim() !== '') {
    typed.value = String(toStep(Number(asked)))
    draw(Number(typed.value), { remember: false })
  }
}

function addressWith(spend: number): string {
  const query = new URLSearchParams(location.search)
  query.set('spend', String(spend))
  return `${location.pathname}?${query}${location.hash}`
}
