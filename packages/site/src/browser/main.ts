/** Progressive enhancement of the site. Every page is readable without it. */
import { startCalculator } from './calculator.ts'
import { startDemo } from './demo.ts'
import { startDocSearch } from './doc-search.ts'
import { startDropdown } from './dropdown.ts'
import { startForms } from './forms.ts'
import { startPhoneMenu } from './phone-menu.ts'
import { startTheme } from './theme-choice.ts'

for (const drop of document.querySelectorAll<HTMLElement>('[data-drop]')) startDropdown(drop)
for (const menu of document.querySelectorAll<HTMLDetailsElement>('.phone-menu')) startPhoneMenu(menu)
for (const form of document.querySelectorAll<HTMLFormElement>('[data-calculator]')) startCalculator(form)
for (const form of document.querySelectorAll<HTMLFormElement>('[data-post]')) startForms(form)
for (const form of document.querySelectorAll<HTMLFormElement>('[data-doc-search]')) startDocSearch(form)
for (const link of document.querySelectorAll<HTMLAnchorElement>('[data-demo]')) startDemo(link)
for (const choice of document.querySelectorAll<HTMLElement>('[data-theme-choice]')) startTheme(choice)
