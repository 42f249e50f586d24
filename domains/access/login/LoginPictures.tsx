import { useEffect, useState } from 'react'

const SHOWN_MS = 6000

interface LoginPicturesProps {
  banner: readonly { pic: string }[]
  siteName: string
  logo: string
}

/** The left half of the login page: the configured pictures in turn, without any our own drawing. Platform §2.1. */
export function LoginPictures({ banner, siteName, logo }: LoginPicturesProps) {
  const [at, setAt] = useState(0)
  const [paused, setPaused] = useState(() => matchMedia('(prefers-reduced-motion: reduce)').matches)
  const count = banner.length
  useEffect(() => {
    if (paused || count < 2) return
    const timer = setInterval(() => setAt((now) => (now + 1) % count), SHOWN_MS)
    return () => clearInterval(timer)
  }, [paused, count])
  if (count === 0) return <Drawing siteName={siteName} logo={logo} />
  return (
    <section
      className="login-pictures"
      aria-label="登录页图片"
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
    >
      {banner.map(({ pic }, index) => (
        <img key={pic} src={pic} alt="" className={index === at % count ? 'login-now' : ''} />
      ))}
      {count > 1 && (
        <div className="login-dots">
          {banner.map(({ pic }, index) => (
            <button
              key={pic}
              type="button"
              aria-label={`第${index + 1}张`}
              aria-current={index === at % count}
              onClick={() => setAt(index)}
            />
          ))}
        </div>
      )}
    </section>
  )
}

/** Goods on their way: five channels on the left, the warehouse in the middle, the routes out on the right. */
function Drawing({ siteName, logo }: { siteName: string; logo: string }) {
  const channels = [70, 125, 180, 235, 290]
  const targets = [100, 180, 260]
  return (
    <section className="login-pictures login-drawing" aria-label={siteName}>
      <header>{logo === '' ? <strong>{siteName}</strong> : <img src={logo} alt={siteName} />}</header>
      <svg viewBox="0 0 560 360" aria-hidden="true">
        <defs>
          <linearGradient id="login-front" x1="0" y1="0" x2="0" y2="1">
            <stop offset="0" stopColor="#8ec5ff" />
            <stop offset="1" stopColor="#4a94f8" />
          </linearGradient>
        </defs>
        <g className="login-grid">
          {[60, 120, 180, 240, 300].map((y) => (
            <path key={y} d={`M20 ${y}H540`} />
          ))}
        </g>
        <g className="login-ways">
          {channels.map((y) => (
            <path key={y} d={`M86 ${y}C150 ${y} 160 180 222 180`} />
          ))}
          {targets.map((y) => (
            <path key={y} d={`M338 180C400 180 410 ${y} 462 ${y}`} />
          ))}
        </g>
        {channels.map((y) => (
          <circle key={y} cx="76" cy={y} r="10" className="login-node" />
        ))}
        {targets.map((y) => (
          <g key={y} transform={`translate(462 ${y - 16})`}>
            <rect width="44" height="32" rx="5" className="login-node" />
            <path d="M8 12h28M8 20h18" className="login-lines" />
          </g>
        ))}
        <g transform="translate(222 116)">
          <path d="M58 0 116 30 58 60 0 30Z" fill="#d6eaff" />
          <path d="M0 30 58 60V128L0 98Z" fill="url(#login-front)" />
          <path d="M116 30 58 60V128L116 98Z" fill="#2f76dd" />
          <path d="M29 15 87 45V66L76 61V51L18 21Z" fill="#fff" opacity=".75" />
        </g>
      </svg>
      <h2>商品、订单、仓储、结算，一处经营</h2>
      <p>五大销售渠道与自有仓配，在同一后台协同运转</p>
    </section>
  )
}
