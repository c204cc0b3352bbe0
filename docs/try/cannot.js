// Says why this page cannot run, if it cannot. It is no module: browsers load none from a disk.

{
  const NO_WEBASSEMBLY = "This browser has no WebAssembly, which Python needs here. Use another browser, or install perfectplay: pip install . in a copy of its repository.";
  const FROM_DISK = "A browser loads Python from a web server only, not from a file. In the project's folder, make try-page builds this page and says how to serve it.";

  const why = typeof WebAssembly !== "object" ? NO_WEBASSEMBLY : location.protocol === "file:" ? FROM_DISK : "";
  if (why) {
    globalThis.cannotRun = true;
    document.getElementById("status").textContent = "";
    document.getElementById("problem").textContent = why;
    document.getElementById("problem").hidden = false;
  }
}
