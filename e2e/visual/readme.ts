// The pictures of the README, taken of the demonstration: npm run visual -- --readme. Decision 0126.
import { test } from '@playwright/test'
import sharp from 'sharp'
import { GOODS, look, SALES, type Screen, TODO } from './look.ts'

const DESK = { width: 1440, height: 900 }
const PHONE = { width: 360, height: 780 }

const PICTURES: readonly (Screen & { size?: typeof DESK })[] = [
  { name: 'home', path: '/dashboard', who: SALES },
  { name: 'products', path: '/store/index' },
  { name: 'product', path: '/store/product/info/{id}', of: GOODS },
  { name: 'designer', path: '/myToTransact/snakerFlow/design/priceChange' },
  { name: 'task-phone', path: '/myToTransact/task/{id}', who: SALES, of: TODO, size: PHONE },
]

for (const { size = DESK, ...screen } of PICTURES)
  test(screen.name, async ({ browser }) => {
    const { page, show, end } = await look(browser, screen)
    await show(size)
    await sharp(await page.screenshot())
      .png({ palette: true, effort: 10 })
      .toFile(`docs/images/${screen.name}.png`)
    await end()
  })
