/// How a landing page looks, in light and dark, from 320 pixels on.
enum PageStyle {
    static let text = """
        :root { color-scheme: light dark; }
        body { margin: 0; min-height: 100vh; min-height: 100svh; display: flex; flex-direction: column; align-items: center;
          justify-content: center; gap: 1.25rem; box-sizing: border-box; padding: 1rem; background: #f4f3ef; color: #1b1f24;
          font: 18px/1.5 system-ui, sans-serif; }
        main { box-sizing: border-box; width: min(26rem, 100%); padding: 2.5rem clamp(1.25rem, 7vw, 2rem); background: #fff;
          border-radius: 1.25rem; box-shadow: 0 1px 3px rgb(0 0 0 / 12%); text-align: center; overflow-wrap: anywhere; }
        h1 { margin: 0 0 .4rem; font-size: clamp(1.3rem, 7.5vw, 1.9rem); line-height: 1.2; hyphens: auto; }
        p { margin: 0; }
        .store { margin-top: 1.25rem; padding-top: 1.25rem; border-top: 1px solid #dedcd4; color: #5c6570;
          font-size: 1rem; }
        .store b { display: block; color: #1b1f24; }
        .links { display: grid; gap: .75rem; margin-top: 1.75rem; }
        .links a { display: block; padding: .7rem 1.25rem; border: 2px solid #0a63c9; border-radius: 2rem; color: #0a63c9;
          font-weight: 600; text-decoration: none; }
        .links .first { background: #0a63c9; color: #fff; }
        nav { display: flex; flex-wrap: wrap; justify-content: center; max-width: 26rem; font-size: 1rem; }
        nav > * { display: flex; align-items: center; min-height: 44px; padding: 0 .75rem; color: inherit; }
        a:focus-visible { outline: 3px solid #f0a020; outline-offset: 2px; }
        @media (prefers-color-scheme: dark) {
          body { background: #14171a; color: #e9e7e1; }
          main { background: #1c2024; }
          .store { border-color: #32383e; color: #a0a8b0; }
          .store b { color: #e9e7e1; }
          .links a { border-color: #6db0ff; color: #6db0ff; }
          .links .first { background: #6db0ff; color: #10151b; }
        }
        """
}
