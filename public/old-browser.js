// Only browsers without module support run this (script nomodule): iOS before 11, Android WebView before 61.
var notice = document.querySelector(".old");
notice.textContent = "您的微信或浏览器版本较旧，暂时无法使用，请升级后再试";
notice.style.display = "block";
