/** What is read beside what can be done, at every height of the page. */
export const columns = 'grid grid-cols-1 gap-x-10 xl:grid-cols-[minmax(0,1fr)_21.75rem]'

/** Where the forecast of the month stands. */
export const monthForecastAnchor = 'forecast'
